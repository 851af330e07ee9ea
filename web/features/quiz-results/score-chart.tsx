import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './results.module.css';
import { usePercent } from './use-percent.ts';

const BAR = 36;
const HEIGHT = 120;

/** How many students won 0 to 9 %, 10 to 19 %, … of the points. Screen readers get it as a table. */
export function ScoreChart({ histogram }: { histogram: readonly number[] }) {
  const { t } = useTranslation();
  const percent = usePercent();
  const most = Math.max(1, ...histogram);
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${histogram.length * BAR} ${HEIGHT + 40}`}
        aria-hidden
        focusable={false}
      >
        {histogram.map((count, place) => {
          const height = (count / most) * HEIGHT;
          const middle = place * BAR + BAR / 2;
          return (
            <g key={place}>
              <rect
                className={classes.bar}
                x={place * BAR + 4}
                y={20 + HEIGHT - height}
                width={BAR - 8}
                height={Math.max(height, 1)}
                rx={3}
              />
              {count > 0 && (
                <text x={middle} y={14 + HEIGHT - height} textAnchor="middle">
                  {count}
                </text>
              )}
              <text x={middle} y={HEIGHT + 36} textAnchor="middle">
                {place * 10}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>{t('results.scores.table')}</figcaption>
      <VisuallyHidden>
        <table>
          <caption>{t('results.scores.table')}</caption>
          <tbody>
            {histogram.map((count, place) => (
              <tr key={place}>
                <th scope="row">
                  {t('results.scores.range', { from: percent(place / 10), to: percent((place + 1) / 10) })}
                </th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

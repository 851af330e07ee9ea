import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './text-cards.module.css';

export interface TextCard {
  key: number;
  title: string;
  /** Where a click leads. */
  path: string;
  facts: string;
  /** The opening words, when there are some to show. */
  excerpt?: string;
}

/** Results of a course: each a link to where it is whole. */
export function TextCards({ label, cards }: { label: string; cards: readonly TextCard[] }): ReactNode {
  return (
    <ul className={classes.cards} aria-label={label}>
      {cards.map((card) => (
        <li key={card.key} className={classes.card}>
          <h2 className={classes.title} dir="auto">
            <Link to={card.path} className={classes.link}>
              {card.title}
            </Link>
          </h2>
          <p className={classes.facts}>{card.facts}</p>
          {card.excerpt !== undefined && (
            <p className={classes.excerpt} dir="auto">
              {card.excerpt}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

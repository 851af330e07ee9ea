import classes from './logo.module.css';

export function Logo() {
  return (
    <span className={classes.logo}>
      <svg className={classes.mark} viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <path
          className={classes.book}
          d="M4 8.5c4.5-1.6 8.6-1.2 12 1.3 3.400-2.500 7.500-2.900 12-1.300v14.500c-4.500-1.600-8.600-1.200-12 1.300-3.400-2.500-7.500-2.900-12-1.300z"
        />
        <path className={classes.book} d="M16 24.300v4.200M11 28.500h10" />
        <path className={classes.marker} d="M18.800 5.500h5v9.500l-2.500-2-2.500 2z" />
      </svg>
      <span className={classes.name}>Lectern</span>
    </span>
  );
}

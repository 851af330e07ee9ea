import type { AnchorHTMLAttributes, Ref } from 'react';
import { useHref, useLinkClickHandler, useLocation, type To } from 'react-router';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  ref?: Ref<HTMLAnchorElement>;
  to: To;
  preventScrollReset?: boolean;
  state?: unknown;
}

/** React Router's `Link` without what only its framework mode needs, which is 2 kB of every page. */
export function Link({ to, preventScrollReset = false, state, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, { target: rest.target, preventScrollReset, state });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** A link in a navigation, which marks the current page. */
export const NavLink = (properties: LinkProps & { to: string }) => (
  <Link {...properties} aria-current={useLocation().pathname === properties.to ? 'page' : undefined} />
);

import { Component, lazy, Suspense, type ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';

const RouteFailure = lazy(async () => ({ default: (await import('./route-failure.tsx')).RouteFailure }));

interface State {
  error: unknown;
  hasFailed: boolean;
  /** Where it failed: another page gets another try. */
  location: Location;
}

class Boundary extends Component<{ location: Location; children: ReactNode }, State> {
  override state: State = { error: undefined, hasFailed: false, location: this.props.location };
  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, hasFailed: true };
  }
  static getDerivedStateFromProps({ location }: { location: Location }, state: State): State | null {
    return location === state.location ? null : { error: undefined, hasFailed: false, location };
  }
  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Suspense>
        <RouteFailure error={this.state.error} />
      </Suspense>
    );
  }
}

/** Draws the failure in place of a screen that broke. */
export const ScreenBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary location={useLocation()}>{children}</Boundary>
);

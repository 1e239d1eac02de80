// RowGuard: a row that cannot be drawn is drawn otherwise, and the rest of the list stays as it is.
import { Component, type ReactNode } from 'react';

interface RowGuardProps {
  /** What can always be drawn. */
  instead: ReactNode;
  children: ReactNode;
}

export class RowGuard extends Component<RowGuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(failure: Error) {
    console.error(failure);
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}

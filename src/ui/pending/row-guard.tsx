// RowGuard: an error boundary per row, so that a broken row does not affect the list.
import { Component, type ReactNode } from 'react';

interface RowGuardProps {
  /** Always renderable fallback. */
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

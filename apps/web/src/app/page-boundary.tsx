import { Component, type ErrorInfo, type ReactNode } from 'react';
import { PageMissingError } from './lazy-page.tsx';
import { PageBroke, PageMissing } from './page-missing.tsx';

interface Props {
  /** A new address resets the error. */
  address: string;
  children: ReactNode;
}

interface State {
  address: string;
  error: unknown;
}

/** Catches errors inside one page, so that the rest of the application stays usable. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address, error: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.address === state.address ? null : { address: props.address, error: null };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A page stopped working.', error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return error instanceof PageMissingError ? <PageMissing /> : <PageBroke />;
  }
}

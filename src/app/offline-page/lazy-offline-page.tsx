// Offline page, loaded on first use.
import { type AbsentProps, WHOLE_PAGES } from '#ui/loading/app-context.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { ErrorState } from '#ui/states/loaded.tsx';
import { AreaMissing } from '../loading/area-states.tsx';

const absence = lazyPart(async () => ({ default: (await import('./offline-page.tsx')).OfflinePage }));

/** Placeholder of content that is not cached. */
export function LazyOfflinePage(props: AbsentProps) {
  const { what, onRetry } = props;
  const missing = () =>
    WHOLE_PAGES.has(what) ? (
      <AreaMissing onRetry={onRetry} />
    ) : (
      <ErrorState small title="Cette partie n’est pas encore sur cet appareil." onRetry={onRetry} />
    );
  return <LazyPart part={absence} props={props} missing={missing} />;
}

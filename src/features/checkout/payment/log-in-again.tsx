// LogInAgain: login after the session ended in the checkout. Choices and input are preserved.
import { useLocation } from 'react-router-dom';
import { useNeedsLogin } from '#state/pending/pending-actions.ts';
import { LinkButton } from '#ui/controls/button.tsx';

/** Leads to the login and back to this page; nothing while the session lasts. */
export function LogInAgain() {
  const { pathname, search, state } = useLocation();
  const needed = useNeedsLogin(`${pathname}${search}`);
  return (
    needed && (
      <LinkButton to={needed.to} state={state}>
        Me reconnecter
      </LinkButton>
    )
  );
}

// A person's own account, changed from their form: on the device first, then sent.
import type { SendOutcome } from '#sync/submit-and-wait.ts';
import { engine } from '../page/engine-port.ts';

/** What is refused at once is said in the form, and not again in the list of what was refused. */
export const saveProfile = async (id: string, email: string): Promise<SendOutcome> =>
  (await engine()).sendFromForm({ type: 'users.update', args: { id, email } });

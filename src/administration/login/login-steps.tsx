// Login steps: the password, with the one-time code in a second step, or first its setting up.
import { useState } from 'react';
import { SECOND_FACTOR_CODE } from '#contract/account/users.ts';
import { CallError, OperatorSession } from '../session/operator-session.ts';
import { CodeStep } from './code-step.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { PasswordStep } from './password-step.tsx';

type Step =
  | { name: 'password' }
  | { name: 'code'; email: string; password: string }
  | { name: 'enrol'; session: OperatorSession };

interface LoginStepsProps {
  /** Whose login is expected. */
  email?: string;
  onEnter: (session: OperatorSession) => Promise<void>;
}

export function LoginSteps({ email: expected = '', onEnter }: LoginStepsProps) {
  const [step, setStep] = useState<Step>({ name: 'password' });

  const begin = async (email: string, password: string, code?: string) => {
    try {
      await enterWith(await OperatorSession.logIn(email, password, code));
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== SECOND_FACTOR_CODE) throw error;
      setStep({ name: 'code', email, password });
    }
  };
  const enterWith = async (session: OperatorSession) => {
    try {
      const { secondFactor } = await session.call('administration.me');
      if (secondFactor === 'missing') setStep({ name: 'enrol', session });
      else await onEnter(session);
    } catch (error) {
      await session.end();
      throw error instanceof CallError && error.status === 403
        ? new CallError(403, 'Ce compte n’administre pas le marché.')
        : error;
    }
  };
  const leave = () => {
    if (step.name === 'enrol') void step.session.end();
    setStep({ name: 'password' });
  };

  return (
    <>
      {step.name === 'password' && <PasswordStep email={expected} onSubmit={begin} />}
      {step.name === 'code' && <CodeStep onSubmit={(code) => begin(step.email, step.password, code)} onLeave={leave} />}
      {step.name === 'enrol' && (
        <EnrolStep session={step.session} onEnter={() => onEnter(step.session)} onLeave={leave} />
      )}
    </>
  );
}

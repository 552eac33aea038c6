import {
  type Call,
  type InputAnswers,
  type InputRequests,
  isInputRequired,
  type MaybePromise,
  type Outcome,
} from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import type { Interruption } from '@toolwire/limits/stage';
import type { ReadyCall } from '../run/resolved-call.ts';
import { declined, endedEarly } from './confirm-outcomes.ts';

const key = 'toolwire:confirmation';

// A field, because some clients accept a form without fields and do not show it.
const schema = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Run it?' } },
  required: ['confirm'],
};

/** A call whose caller can ask its user. */
export type AskingCall = ReadyCall & { readonly ask: NonNullable<Call['ask']> };

/** Shows the question in a form, and runs the call if its user agrees. A shutdown or a cancellation ends the wait. */
export async function askPerson(
  call: AskingCall,
  question: string,
  interruption: Pick<Interruption, 'onEnd'>,
  run: () => MaybePromise<Outcome>,
): Promise<Outcome> {
  const requests: InputRequests = { [key]: { kind: 'form', message: question, schema } };
  const { ask, tool } = call;
  const answers = await new Promise<InputAnswers | Outcome>((resolve, reject) => {
    // First, because an `ask` in plain JavaScript may throw at once, and would leave the listener.
    const asked = ask(requests);
    const leave = interruption.onEnd(call, (reason) => resolve(endedEarly(reason, tool)));
    asked
      .then(resolve, (thrown: unknown) => {
        // The answer comes with the next attempt of the call.
        if (isInputRequired(thrown)) resolve({ kind: 'input_required', requests: thrown.requests, tool });
        else reject(thrown);
      })
      .finally(leave);
  });
  if (isOutcome(answers)) return answers;
  return isAgreed(answers) ? run() : declined(tool);
}

function isOutcome(answers: InputAnswers | Outcome): answers is Outcome {
  return typeof answers.kind === 'string';
}

function isAgreed(answers: InputAnswers): boolean {
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  return answer?.action === 'accept' && isObject(answer.content) && answer.content['confirm'] === true;
}

import type { JsonValue, Outcome, ValueOutcome } from '@toolwire/core';
import { toolIdOf } from '../run/resolved-call.ts';

/** The outcome of a call, with the error that its tool threw. */
export type CallerOutcome<Value = JsonValue> = (
  | Exclude<Outcome, ValueOutcome>
  | (Omit<ValueOutcome, 'value'> & { readonly value: Value })
) & {
  /** The error of the tool or a stage, for tests. Protocols never send it. */
  readonly thrown?: unknown;
};

/** Returns the value of an outcome. Throws the tool's error, or an error that describes the outcome. */
export function outputOf(outcome: CallerOutcome): unknown {
  if (outcome.kind === 'value') return outcome.value;
  if ('thrown' in outcome) throw outcome.thrown;
  const { tool } = outcome;
  const name = tool === undefined ? 'the tool' : toolIdOf(tool);
  throw new Error(`The call of ${name} ended as '${outcome.kind}'. ${detailsOf(outcome)}`.trim());
}

function detailsOf(outcome: CallerOutcome): string {
  switch (outcome.kind) {
    case 'failed':
      return [outcome.failure.message, outcome.failure.developerMessage].join(' ');
    case 'refused':
      return [outcome.message, outcome.developerMessage].join(/[.?!]$/.test(outcome.message) ? ' ' : '. ');
    case 'invalid':
      return [outcome.message, ...Object.entries(outcome.parameterErrors).map((entry) => entry.join(': '))].join('. ');
    case 'input_required':
      return `It asks for: ${Object.keys(outcome.requests).join(', ')}. Pass \`ask\` to answer.`;
    case 'value':
    case 'artifact':
    case 'deferred':
      return '';
  }
}

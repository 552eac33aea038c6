import { createAttempts } from '@toolwire/models';
import { modelServer } from '../model-server.ts';
import type { Conversation } from './conversations.ts';
import type { Answered, Asked, Dialect } from './dialect.ts';
import { callerOf, listed } from './tool-server.ts';

/** The messages of a conversation. */
export interface Transcript {
  readonly asked: readonly Asked[];
  /** Every request that the model got, as JSON. */
  readonly requests: readonly string[];
  /** The final input of the model for its calls. */
  readonly answered: readonly Answered[];
  /** What the SDK threw. */
  readonly thrown: unknown;
}

/** Has a conversation by an interface's own SDK, with a scripted model. */
export async function transcriptOf({ turns }: Conversation, dialect: Dialect): Promise<Transcript> {
  const asked = turns.map((calls, turn) =>
    calls.map((call, index) => ({ id: `call_${turn}_${index}_of_a_conversation`, ...call })),
  );
  const model = await modelServer(...[...asked, []].map((calls, turn) => dialect.say(calls, turn)));
  const left = new AbortController();
  const call = callerOf(() => left.abort());
  const setting = { url: model.url, tools: listed, call, attempts: createAttempts(), signal: left.signal };
  const thrown = await dialect.converse(setting).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return {
    asked: asked.flat(),
    requests: model.read.map((request) => JSON.stringify(request)),
    answered: (dialect.isKept === true ? model.read : model.read.slice(-1)).flatMap((request) => dialect.read(request)),
    thrown,
  };
}

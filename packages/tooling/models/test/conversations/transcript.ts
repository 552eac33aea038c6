import { createAttempts } from '@toolwire/models';
import { modelServer } from '../model-server.ts';
import type { Conversation } from './conversations.ts';
import type { Dialect, ModelToolCall, ToolAnswer } from './dialect.ts';
import { callerOf, listedTools } from './tool-server.ts';

/** The messages of a conversation. */
export interface Transcript {
  readonly calls: readonly ModelToolCall[];
  /** Every request that the model got, as JSON. */
  readonly requests: readonly string[];
  /** The final input of the model for its calls. */
  readonly answers: readonly ToolAnswer[];
  /** The error that the SDK threw. */
  readonly thrown: unknown;
}

/** Runs a conversation with the SDK of an API and a scripted model. */
export async function transcriptOf({ turns }: Conversation, dialect: Dialect): Promise<Transcript> {
  const calls = turns.map((ofTurn, turn) =>
    ofTurn.map((call, index) => ({ id: `call_${turn}_${index}_of_a_conversation`, ...call })),
  );
  const model = await modelServer(...[...calls, []].map((ofTurn, turn) => dialect.modelMessage(ofTurn, turn)));
  const disconnect = new AbortController();
  const call = callerOf(() => disconnect.abort());
  const settings = { url: model.url, tools: listedTools, call, attempts: createAttempts(), signal: disconnect.signal };
  const thrown = await dialect.converse(settings).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return {
    calls: calls.flat(),
    requests: model.read.map((request) => JSON.stringify(request)),
    answers: (dialect.isStored === true ? model.read : model.read.slice(-1)).flatMap((request) =>
      dialect.read(request),
    ),
    thrown,
  };
}

import type { AsyncLocalStorage } from 'node:async_hooks';
import {
  Client,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaV1,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { entriesOf, type Fields, recordOf } from '@toolwire/internal';
import manifest from '../../package.json' with { type: 'json' };
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { type AnswerQuestion, type ElicitResult, elicit } from '../terminal/elicit.ts';
import type { TimeLimits } from './time-limits.ts';

/** A running request, for assigning messages of its response stream. */
export interface RunningRequest {
  readonly answerQuestion: AnswerQuestion | undefined;
  readonly onStreamEnd: () => void;
}

export interface OfficialClientOptions {
  readonly settings: ConnectionSettings;
  readonly limits: TimeLimits;
  readonly running: AsyncLocalStorage<RunningRequest>;
  readonly negotiation: VersionNegotiationOptions;
}

/** Accepts any value, because the schemas of the official client reject results with an unknown kind of content. */
export const anySchema: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'toolwire', validate: (value) => ({ value }) },
};

/** Creates a client of the official package, which answers questions if the terminal can. */
export function createOfficialClient({ settings, limits, running, negotiation }: OfficialClientOptions): Client {
  const canAsk = canAnswer(settings);
  const client = new Client(
    { name: 'toolwire', version: manifest.version },
    {
      versionNegotiation: negotiation,
      capabilities: canAsk ? { elicitation: { form: {}, url: {} } } : {},
    },
  );
  if (!canAsk) return client;
  const answerQuestion = createAnswerQuestion(settings);
  const method = 'elicitation/create';
  client.setRequestHandler(method, { params: anySchema }, async (params) => {
    const answerRunning = running.getStore()?.answerQuestion ?? answerQuestion;
    const answer = answerRunning(method, recordOf(params));
    if (answer !== undefined) return { ...(await limits.pauseDuring(answer)) };
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `This client does not answer ${method}`);
  });
  return client;
}

/**
 * Returns the function that answers a server's input requests: the function of the settings, or one that asks the user, one request after
 * the other.
 */
export function createAnswerQuestion({ question, answerQuestion, note }: ConnectionSettings): AnswerQuestion {
  if (answerQuestion !== undefined) return answerQuestion;
  let lastAnswer: Promise<unknown> = Promise.resolve();
  return (method, params) => {
    if (method !== 'elicitation/create' || question === undefined) return undefined;
    const answer = lastAnswer.then(() => elicit(params, { question, note }));
    lastAnswer = answer.catch(() => undefined);
    return answer;
  };
}

function canAnswer({ question, answerQuestion }: ConnectionSettings): boolean {
  return question !== undefined || answerQuestion !== undefined;
}

const declinedAnswer: ElicitResult = { action: 'decline' };

/** Answers the questions of an `input_required` result; unsupported questions are declined. */
export async function answerAll(requests: unknown, answerQuestion: AnswerQuestion): Promise<Fields> {
  const answers: [string, object][] = [];
  for (const [key, request] of entriesOf(requests)) {
    const { method, params } = recordOf(request);
    const answer = answerQuestion(String(method), recordOf(params));
    answers.push([key, answer === undefined ? declinedAnswer : await answer]);
  }
  return Object.fromEntries(answers);
}

import type { AsyncLocalStorage } from 'node:async_hooks';
import {
  Client,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaV1,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { recordOf } from '@toolwire/internal';
import manifest from '../../package.json' with { type: 'json' };
import type { ConnectionSettings } from '../target/connection-settings.ts';
import type { AnswerQuestion } from '../terminal/elicit.ts';
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

/** Creates a client of the official package, which answers questions if the settings can. */
export function createOfficialClient({ settings, limits, running, negotiation }: OfficialClientOptions): Client {
  const { answerQuestion } = settings;
  const client = new Client(
    { name: 'toolwire', version: manifest.version },
    {
      versionNegotiation: negotiation,
      capabilities: answerQuestion === undefined ? {} : { elicitation: { form: {}, url: {} } },
    },
  );
  if (answerQuestion === undefined) return client;
  const method = 'elicitation/create';
  client.setRequestHandler(method, { params: anySchema }, async (params) => {
    const answerRunning = running.getStore()?.answerQuestion ?? answerQuestion;
    const answer = answerRunning(method, recordOf(params));
    if (answer !== undefined) return { ...(await limits.pauseDuring(answer)) };
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `This client does not answer ${method}`);
  });
  return client;
}

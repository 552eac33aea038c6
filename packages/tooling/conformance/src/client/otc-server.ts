import type { ResponseSchemas } from '../schemas/response-schemas.ts';
import type { ServerCredentials } from './credentials.ts';
import type { ListedTool } from './listing.ts';
import type { RawOptions, RawReply, RawStep } from './raw-conversation.ts';
import type { RawRequest } from './raw-request.ts';
import type { TestResponse } from './response.ts';
import type { TestRequest } from './send-request.ts';
import type { Target } from './target.ts';

/** A server property that some cases need. */
export type Need =
  /** The five tools of `documentTools()`. */
  | 'documents'
  /** The Conf.* tools of `fixtureTools()`. */
  | 'fixtures'
  /** A server without tools. */
  | 'empty'
  /** A server in a graceful shutdown: it responds, but refuses calls. */
  | 'draining'
  /** A server that requires credentials, which come from `headers` or `credentials`. */
  | 'credentials'
  /** `credentials` contains a valid API key. */
  | 'api-key'
  /** `credentials` contains the token configuration. */
  | 'jwt';

/** The states that a server can be started in. */
export const serverStates = ['empty', 'draining', 'credentials'] as const;
export type ServerState = (typeof serverStates)[number];

export interface OtcServerOptions {
  /** Headers of every request, such as credentials. Default: created from `credentials`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The credentials that the server accepts. Needed by the cases about credentials. */
  readonly credentials?: ServerCredentials | undefined;
  /** The current state of the server. Cases for this state then run. */
  readonly state?: ServerState | undefined;
  /** Whether responses must equal the specification's examples, also in their messages and optional members. Default: false. */
  readonly exactTexts?: boolean | undefined;
  /** The compiled response schemas, to share them when you check many servers. */
  readonly schemas?: ResponseSchemas | undefined;
}

export interface CallOptions {
  /** The `$schema` of the envelope; `null` omits it. Default: `otc://1.0`. */
  readonly schema?: unknown;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A server under test. Every response of a known endpoint is checked against its schema. */
export interface OtcServer {
  readonly target: Target;
  readonly schemas: ResponseSchemas;
  /** The needs that this server meets. */
  readonly provides: ReadonlySet<Need>;
  readonly exactTexts: boolean;
  readonly credentials: ServerCredentials;
  /** Returns the listed tools, which are requested once. */
  tools(): Promise<readonly ListedTool[]>;
  send(request: TestRequest & { readonly anonymous?: boolean }): Promise<TestResponse>;
  /** Sends a call in the standard's envelope. */
  call(request: unknown, options?: CallOptions): Promise<TestResponse>;
  /** Sends an unchanged body to `/tools/call`. */
  post(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  /** Encodes a request for `converse`, without the headers of every request if it is anonymous. */
  bytes(request: RawRequest & { readonly anonymous?: boolean }): Uint8Array;
  converse(steps: readonly RawStep[], options?: RawOptions): Promise<RawReply>;
}

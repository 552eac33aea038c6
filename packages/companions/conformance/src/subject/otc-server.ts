import type { WireSchemas } from '../schemas/wire-schemas.ts';
import type { Answer } from './answer.ts';
import type { KnownCredentials } from './known-credentials.ts';
import type { ListedTool } from './listing.ts';
import type { RawOptions, RawReply, RawStep } from './raw-conversation.ts';
import type { RawRequest } from './raw-request.ts';
import type { TestRequest } from './send-request.ts';
import type { Target } from './target.ts';

/** Something a case relies on and not every server has. */
export type Need =
  /** The five tools of the documents, as `documentTools()` makes them. */
  | 'documents'
  /** The Conf.* tools, as `fixtureTools()` makes them. */
  | 'fixtures'
  /** A server without any tool. */
  | 'empty'
  /** A server that is about to stop: it still answers, and takes no more calls. */
  | 'draining'
  /** A server that requires credentials; `headers` carries good ones, or they are made of what is known of them. */
  | 'credentials'
  /** A good API key is known. */
  | 'api-key'
  /** It is known how good tokens are signed. */
  | 'jwt';

/** The states that a server can be put in on purpose. */
export const serverStates = ['empty', 'draining', 'credentials'] as const;
/** One of the states that a server can be put in on purpose. */
export type ServerState = (typeof serverStates)[number];

/** What to know of a server besides its URL. */
export interface OtcServerOptions {
  /** Headers for every request, such as credentials; made of `credentials` if left out. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What the server was told to accept: cases about good and bad credentials then run. */
  readonly credentials?: KnownCredentials | undefined;
  /** The state the server was put in on purpose; which tools it has is found out from its listing. */
  readonly state?: ServerState | undefined;
  /** The server serves the documents' tools in the documents' own words, rejected values hidden. */
  readonly exactTexts?: boolean | undefined;
  /** The wire's schemas, for whoever checks many servers and has compiled them already. */
  readonly schemas?: WireSchemas | undefined;
}

/** How to send a call. */
export interface CallOptions {
  /** The `$schema` of the envelope; `null` leaves it out, and `otc://1.0` is the default. */
  readonly schema?: unknown;
  /** Headers besides those that every request has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A server under test. Every answer it gives to a known endpoint is checked against the wire's schemas. */
export interface OtcServer {
  readonly target: Target;
  readonly schemas: WireSchemas;
  readonly has: ReadonlySet<Need>;
  readonly exactTexts: boolean;
  readonly credentials: KnownCredentials;
  /** The tools of the listing, asked for once. */
  tools(): Promise<readonly ListedTool[]>;
  send(request: TestRequest & { readonly anonymous?: boolean }): Promise<Answer>;
  /** Sends a call in the standard's envelope. */
  call(request: unknown, options?: CallOptions): Promise<Answer>;
  /** Sends a body, exactly as it stands, to `/tools/call`. */
  post(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The bytes of a request, for `converse`; without the headers of every request where it is to be anonymous. */
  bytes(request: RawRequest & { readonly anonymous?: boolean }): Uint8Array;
  converse(steps: readonly RawStep[], options?: RawOptions): Promise<RawReply>;
}

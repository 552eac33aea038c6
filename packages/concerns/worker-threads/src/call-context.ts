/** The context of a call for `isolated`. The context of every toolwire tool has this type. */
export interface ThreadCallContext {
  /** Cancels the call: first with the same signal in the thread, then by terminating the thread. */
  readonly signal: AbortSignal;
  readonly callId?: string;
  readonly idempotencyKey?: string;
  readonly toolId?: string;
  readonly principal?: Principal | undefined;
  readonly client?: Client | undefined;
  readonly sessionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly saved?: JsonValue | undefined;
  progress?(done: number, total?: number, message?: string): void;
  ask?(requests: Readonly<Record<string, InputRequest>>): Promise<unknown>;
  save?(value: JsonValue): Promise<void>;
  upload?(reference: string): UploadedFile;
  token?(providerId: string): string | undefined;
  secret?(secretId: string): string | undefined;
  readonly log?: ToolLogger;
}

/** The context of a tool in a thread. You can destructure its functions. */
export interface IsolatedContext {
  readonly callId: string;
  /** A UUID to pass as the idempotency key to an API that has an effect; different for each caller, the same in each attempt. */
  readonly idempotencyKey: string;
  /** The ID and version of the tool that runs; `''` outside a tool server. */
  readonly toolId: string;
  /** Aborts on a disconnect, timeout, cancellation or shutdown. A thread that ignores it is terminated. */
  readonly signal: AbortSignal;
  /** The authenticated caller. */
  readonly principal: Principal | undefined;
  /** The program that sent the call, and the input that it supports. Outside a tool server it has no name. */
  readonly client: Client;
  /** The MCP session of the call. */
  readonly sessionId: string | undefined;
  /** The user for whom the call is made, when the tool requires one. */
  readonly userId: string | undefined;
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Requests user input. Rejects outside a tool server. */
  readonly ask: <Key extends string>(requests: Readonly<Record<Key, InputRequest>>) => Promise<InputAnswers<Key>>;
  /** The last value that an earlier run of the same call saved. */
  readonly saved: JsonValue | undefined;
  readonly save: (value: JsonValue) => Promise<void>;
  /** Reads the whole uploaded file of a reference into the memory of the thread. Rejects outside a tool server. */
  readonly upload: (reference: string) => Promise<UploadedFile>;
  readonly log: ToolLogger;
  /** The token for a provider that the tool declares in its requirements. */
  readonly token: (providerId: string) => Promise<string | undefined>;
  /** The value of a secret that the tool declares in its requirements. */
  readonly secret: (secretId: string) => Promise<string | undefined>;
}

// The types below repeat types of `@toolwire/core`, because this package does not depend on it.

type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

interface UploadedFile {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
  readonly text: () => Promise<string>;
}

export interface Principal {
  readonly id: string;
  readonly issuer?: string | undefined;
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly via?: Omit<Principal, 'via'> | undefined;
}

interface Client {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly protocolVersion: string | undefined;
  readonly canAsk: (kind: InputKind) => boolean;
}

/** The kinds of input requests. */
export const inputKinds = ['form', 'url', 'sampling', 'sampling_with_tools', 'roots'] as const;

type InputKind = (typeof inputKinds)[number];

type InputRequest =
  | { readonly kind: 'form'; readonly message: string; readonly schema: { readonly [keyword: string]: unknown } }
  | {
      readonly kind: 'url';
      readonly message: string;
      readonly url: string;
      readonly authorization?: { readonly id: string; readonly scopes?: readonly string[] };
    }
  | { readonly kind: 'sampling'; readonly params: { readonly [key: string]: JsonValue } }
  | { readonly kind: 'roots' };

type InputAnswers<Key extends string> = Readonly<
  Record<Key, { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: JsonValue }>
>;

type LogMethod = (about: unknown, message?: string) => void;

/** A logger of fields or an error, then the message. */
type ToolLogger = Readonly<Record<LogLevel, LogMethod>>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

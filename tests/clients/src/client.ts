/** A published client: what to install, and how it is made to call tools. */
export interface PublishedClient {
  readonly name: string;
  /** Exact versions. The table names the first. */
  readonly install: readonly [string, ...string[]];
  /** The oldest Node it runs on. */
  readonly node: number;
  /** `none` skips the peer dependencies, which the tests do not need. */
  readonly peers?: 'none';
  /** Its program in `programs`. Default: the name of the client. */
  readonly program?: string;
  /** Capabilities that it does not support. */
  readonly without?: readonly Capability[];
}

/** The tested capabilities. */
export const capabilities = [
  'list',
  'all pages',
  'call',
  'structured result',
  'plain text',
  'invalid input',
  'progress',
  'cancel',
  'artifact',
  'union',
  'recursive',
] as const;

export type Capability = (typeof capabilities)[number];

/** The result of each capability: `yes`, the actual result, or `–` if the client does not support it. */
export type CapabilityResults = Readonly<Record<Capability, string>>;

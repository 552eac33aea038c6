/** A published client: what to install, and how it is made to call tools. */
export interface PublishedClient {
  readonly name: string;
  /** Exact versions; the first is the one that the table names. */
  readonly install: readonly [string, ...string[]];
  /** The oldest Node it runs on. */
  readonly node: number;
  /** `none`: its peers are left out, since what is used needs none of them; npm adds them if this is left out. */
  readonly peers?: 'none';
  /** Its program in `programs`; the name of the client if left out. */
  readonly program?: string;
  /** What it offers no way to do, and so cannot be seen. */
  readonly without?: readonly Capability[];
}

/** What is looked at. */
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

/** One of them. */
export type Capability = (typeof capabilities)[number];

/** What was seen of each: `yes`, or what came instead; `–` where the client has no way to do it. */
export type Seen = Readonly<Record<Capability, string>>;

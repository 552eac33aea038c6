/** The sender of a call, with everything that identifies it. */
export interface Sender {
  /** An API key of the server. */
  readonly key?: string | undefined;
  /** Whom the app has signed in. */
  readonly user?: string | undefined;
  /** A value that the app hands along with the request. */
  readonly team?: string | undefined;
  /** What the app keeps in an AsyncLocalStorage. */
  readonly local?: string | undefined;
  readonly token?: string | undefined;
  readonly secret?: string | undefined;
  readonly userId?: string | undefined;
}

/** The values that a tool has read of its caller, and the number of its run. */
export interface Seen extends Sender {
  readonly run: number;
}

/** How a server identifies callers. */
export interface AuthMode {
  readonly ada: Sender;
  readonly bob: Sender;
  /** The keys that let in, and as whom. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Whether the app returns the signed-in user. */
  readonly isNamedByApp?: boolean;
  /** Whether an app is around the server at all. */
  readonly isAlone?: boolean;
}

const shared = 's'.repeat(40);
const [ofAda, ofBob] = ['a'.repeat(40), 'b'.repeat(40)];

/** Every way to identify callers, or not. */
export const authModes: Readonly<Record<string, AuthMode>> = {
  'its own port, and no auth': { ada: {}, bob: {}, isAlone: true },
  'an app that says nothing, and no auth': { ada: {}, bob: {} },
  'one key for all': { ada: { key: shared }, bob: { key: shared }, keys: { backend: shared } },
  'a key for each': { ada: { key: ofAda }, bob: { key: ofBob }, keys: { ada: ofAda, bob: ofBob } },
  'an app that names callers': { ada: { user: 'ada' }, bob: { user: 'bob' }, isNamedByApp: true },
  'an app that names callers, behind one key for all': {
    ada: { key: shared, user: 'ada' },
    bob: { key: shared, user: 'bob' },
    keys: { backend: shared },
    isNamedByApp: true,
  },
};

/** Everything else in which two callers may differ, and what a tool reads of it. */
export const differences: Readonly<Record<string, readonly [ada: Sender, bob: Sender]>> = {
  nothing: [{}, {}],
  'another token': [{ token: 'of ada' }, { token: 'of bob' }],
  'another secret': [{ secret: 'of ada' }, { secret: 'of bob' }],
  'another user id': [{ userId: 'ada' }, { userId: 'bob' }],
  'another value of the app': [{ team: 'of ada' }, { team: 'of bob' }],
};

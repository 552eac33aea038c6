// oxlint-disable unicorn/no-thenable -- some apps return thenables
/** Results of an app's `principal`, by names that are valid header values. */
export type PrincipalsByName = Readonly<Record<string, () => unknown>>;

export const invalidPrincipals: PrincipalsByName = {
  text: () => 'ada',
  'empty-text': () => '',
  number: () => 7,
  yes: () => true,
  no: () => false,
  symbol: () => Symbol('ada'),
  function: () => () => 'ada',
  list: () => ['ada'],
  'empty-object': () => ({}),
  'empty-id': () => ({ id: '' }),
  'number-for-id': () => ({ id: 7 }),
  'big-number-for-id': () => ({ id: 7n }),
  'nothing-for-id': () => ({ id: null }),
  'list-for-id': () => ({ id: ['ada'] }),
  'object-for-id': () => ({ id: Object('ada') as unknown }),
  'promise-for-id': () => ({ id: Promise.resolve('ada') }),
  'scopes-in-a-text': () => ({ id: 'ada', scopes: 'orders:write:all' }),
  'number-for-issuer': () => ({ id: 'ada', issuer: 7 }),
  'empty-id-in-via': () => ({ id: 'ada', via: { id: '' } }),
};

/** The message of errors that are thrown when a principal is read. */
export const getterError = 'thrown by a getter, on purpose';

const get = (): never => {
  throw new Error(getterError);
};

export const throwingPrincipals: PrincipalsByName = {
  'id-that-throws': () => Object.defineProperty({}, 'id', { get }),
  'scopes-that-throw': () => Object.defineProperty({ id: 'ada' }, 'scopes', { get }),
  'name-that-throws': () => Object.defineProperty({ id: 'ada' }, 'name', { get, enumerable: true }),
  'members-that-throw': () => new Proxy({ id: 'ada' }, { ownKeys: get }),
  'then-that-throws': () => Object.defineProperty({ id: 'ada' }, 'then', { get }),
  'waiting-that-throws': () => ({ id: 'ada', then: get }),
  'waiting-that-is-refused': () => ({
    then: (_take: unknown, refuse: (error: unknown) => void) => refuse(new Error(getterError)),
  }),
};

const longId = 'x'.repeat(100_000);

class Row {
  readonly #id = 'ada';
  get id(): string {
    return this.#id;
  }
}

/** Valid principals of an unusual form, with their IDs. */
export const unusualPrincipals: Readonly<Record<string, { readonly id: string; readonly response: () => unknown }>> = {
  'row-of-a-library': { id: 'ada', response: () => new Row() },
  'object-without-prototype': {
    id: 'ada',
    response: () => Object.assign(Object.create(null) as object, { id: 'ada' }),
  },
  'frozen-object': { id: 'ada', response: () => Object.freeze({ id: 'ada' }) },
  'then-that-is-a-text': { id: 'ada', response: () => ({ id: 'ada', then: 'later' }) },
  // Query builders are thenables, not promises.
  'query-that-answers': { id: 'ada', response: () => ({ then: (take: (row: object) => void) => take({ id: 'ada' }) }) },
  'query-that-answers-late': {
    id: 'ada',
    response: () => ({ then: (take: (row: object) => void) => void setTimeout(take, 1, { id: 'ada' }) }),
  },
  'id-of-a-proto': { id: '__proto__', response: () => ({ id: '__proto__' }) },
  'long-id': { id: longId, response: () => ({ id: longId }) },
};

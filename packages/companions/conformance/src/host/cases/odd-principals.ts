// oxlint-disable unicorn/no-thenable -- what only looks like a promise is some of what apps answer
/** What an app's `principal` may answer, by a name that fits into a header. */
export type OddPrincipals = Readonly<Record<string, () => unknown>>;

/** Answers that name nobody. */
export const nobodies: OddPrincipals = {
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
  'nobody-in-between': () => ({ id: 'ada', via: { id: '' } }),
};

/** What those throw that throw only once they are read. */
export const readingFailed = 'thrown as it was read, on purpose';

const get = (): never => {
  throw new Error(readingFailed);
};

/** Answers that throw once they are read. */
export const unreadable: OddPrincipals = {
  'id-that-throws': () => Object.defineProperty({}, 'id', { get }),
  'scopes-that-throw': () => Object.defineProperty({ id: 'ada' }, 'scopes', { get }),
  'name-that-throws': () => Object.defineProperty({ id: 'ada' }, 'name', { get, enumerable: true }),
  'members-that-throw': () => new Proxy({ id: 'ada' }, { ownKeys: get }),
  'then-that-throws': () => Object.defineProperty({ id: 'ada' }, 'then', { get }),
  'waiting-that-throws': () => ({ id: 'ada', then: get }),
  'waiting-that-is-refused': () => ({
    then: (_take: unknown, refuse: (error: unknown) => void) => refuse(new Error(readingFailed)),
  }),
};

/** The longest of the ids below. */
const longId = 'x'.repeat(100_000);

class Row {
  readonly #id = 'ada';
  get id(): string {
    return this.#id;
  }
}

/** Answers of an odd make that name somebody all the same, and whom. */
export const somebodies: Readonly<Record<string, { readonly id: string; readonly answer: () => unknown }>> = {
  'row-of-a-library': { id: 'ada', answer: () => new Row() },
  'object-without-prototype': { id: 'ada', answer: () => Object.assign(Object.create(null) as object, { id: 'ada' }) },
  'frozen-object': { id: 'ada', answer: () => Object.freeze({ id: 'ada' }) },
  'then-that-is-a-text': { id: 'ada', answer: () => ({ id: 'ada', then: 'later' }) },
  // As builders of queries answer: no promise, and what it returns is none either.
  'query-that-answers': { id: 'ada', answer: () => ({ then: (take: (row: object) => void) => take({ id: 'ada' }) }) },
  'query-that-answers-late': {
    id: 'ada',
    answer: () => ({ then: (take: (row: object) => void) => void setTimeout(take, 1, { id: 'ada' }) }),
  },
  'id-of-a-proto': { id: '__proto__', answer: () => ({ id: '__proto__' }) },
  'long-id': { id: longId, answer: () => ({ id: longId }) },
};

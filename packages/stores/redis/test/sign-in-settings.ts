/** The settings of a process, in its environment. */
export interface SignInSettings {
  readonly redisUrl: string;
  readonly prefix: string;
  /** The authorization server that issued the stored tokens. */
  readonly issuer: string;
}

/** Whose tokens every process keeps, and where. */
export const owner = { id: 'ada' };

/** The key of every process. */
export const vaultKeys = [{ id: 'one', key: '7f'.repeat(32) }] as const;

/** What a look at one thing has found. */
export interface Finding {
  readonly check: 'node' | 'packages' | 'store' | 'port' | 'hosts';
  /** `unseen` where there was nothing to look at. */
  readonly state: 'well' | 'wrong' | 'unseen';
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}

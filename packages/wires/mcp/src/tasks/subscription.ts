import type { SharedText } from '../rpc/shared-text.ts';

/** The tasks of one subscription. */
export interface TaskSubscription {
  /** Which of the wanted tasks there are for this caller. */
  readonly taskIds: readonly string[];
  /** Tells of them as they are, and of each change, by its id and the parameters of a notification without their braces; ends by the function that it answers. */
  follow(tell: (params: SharedText, taskId: string) => void): () => void;
}

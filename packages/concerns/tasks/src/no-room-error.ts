/** A store has no room for what a task has come to: what is smaller may still be kept. */
export class NoRoomError extends Error {
  override readonly name: string = 'NoRoomError';

  constructor() {
    super('There is no room for the result of the task: its owner has taken a full share, or all have taken all.');
  }
}

import { Injectable } from '@nestjs/common';

/** The existing service of the app. */
@Injectable()
export class Orders {
  readonly #states = new Map([['42', 'shipped']]);

  find(id: string): string | undefined {
    return this.#states.get(id);
  }

  cancel(id: string): void {
    this.#states.set(id, 'canceled');
  }
}

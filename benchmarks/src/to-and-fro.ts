/** Each of several once a round, in alternating order, so that the order has no effect. */
export function* toAndFro<One>(all: readonly One[], rounds: number): Generator<One> {
  for (let round = 0; round < rounds; round++) yield* round % 2 === 0 ? all : all.toReversed();
}

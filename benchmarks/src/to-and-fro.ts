/** Each of several once a round, to and fro: nobody always comes after the same one. */
export function* toAndFro<One>(all: readonly One[], rounds: number): Generator<One> {
  for (let round = 0; round < rounds; round++) yield* round % 2 === 0 ? all : all.toReversed();
}

/** Maps a string to 53 bits, which cannot be predicted without the random key. */
export type KeyedHash = (text: string) => number;

/**
 * SipHash-2-4 of the first `width` characters, 16 bits each, padded with 0. It always reads `width` positions, so the time
 * reveals nothing about the string. Unlike the HMAC of Web Crypto it is synchronous.
 */
export function createKeyedHash(
  width: number,
  key: Uint32Array = crypto.getRandomValues(new Uint32Array(4)),
): KeyedHash {
  const beginning = Uint32Array.from(startWords, (word, index) => word ^ (key[index % 4] as number));
  const blocks = Math.ceil(width / 4);
  return (text) => {
    const state = beginning.slice();
    for (let index = 0; index < 4 * blocks; index += 4) {
      absorb(state, twoCharacters(text, index), twoCharacters(text, index + 2));
    }
    absorb(state, 0, (8 * blocks) << 24);
    return finish(state);
  };
}

/** The four 64-bit initial words of SipHash, each as its low and high half. */
const startWords = [
  0x70736575, 0x736f6d65, 0x6e646f6d, 0x646f7261, 0x6e657261, 0x6c796765, 0x79746573, 0x74656462,
] as const;

function absorb(state: Uint32Array, low: number, high: number): void {
  state[6] = (state[6] as number) ^ low;
  state[7] = (state[7] as number) ^ high;
  round(state);
  round(state);
  state[0] = (state[0] as number) ^ low;
  state[1] = (state[1] as number) ^ high;
}

function finish(state: Uint32Array): number {
  state[4] = (state[4] as number) ^ 0xff;
  for (let count = 0; count < 4; count++) round(state);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  // The 53 bits that a number holds exactly.
  return ((b ^ d ^ f ^ h) >>> 11) * 2 ** 32 + ((a ^ c ^ e ^ g) >>> 0);
}

function round(state: Uint32Array): void {
  mix(state, 0, 2, 13);
  swapHalves(state, 0);
  mix(state, 4, 6, 16);
  mix(state, 0, 6, 21);
  mix(state, 4, 2, 17);
  swapHalves(state, 4);
}

/** One add-rotate-xor step on two 64-bit words. */
function mix(state: Uint32Array, sum: number, word: number, bits: number): void {
  const [low, high] = [state[word] as number, state[word + 1] as number];
  const lowSum = (state[sum] as number) + low;
  state[sum] = lowSum;
  // A carry without a branch.
  state[sum + 1] = (state[sum + 1] as number) + high + Math.floor(lowSum / 2 ** 32);
  state[word] = ((low << bits) | (high >>> (32 - bits))) ^ lowSum;
  state[word + 1] = ((high << bits) | (low >>> (32 - bits))) ^ (state[sum + 1] as number);
}

function swapHalves(state: Uint32Array, word: number): void {
  const low = state[word] as number;
  state[word] = state[word + 1] as number;
  state[word + 1] = low;
}

/** Past the end charCodeAt is NaN, which counts as 0. */
function twoCharacters(text: string, index: number): number {
  return text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16);
}

/** Stands for what unexpected errors hold, such as paths and passwords: no answer may carry it. */
export const exceptionCanary = 'canary-in-an-exception';

/** Stands for what a hostile result throws while it is read. */
export const resultCanary = 'canary-in-a-result';

/** The variable that a server under test is started with, so that it has something to hide. */
export const environmentName = 'CONF_CANARY';

/** What it holds. */
export const environmentCanary = 'canary-in-the-environment';

/** Stands for input that is refused: no message may carry it. */
export const inputCanary = 'canary-in-the-input';

/** Stands for every token that calls carry: neither an answer nor a log may show a piece of it. */
export const tokenCanary = 'T0k8d1fVq3uXz9Lw5hB7';

/** Stands for every secret that calls carry, in the same way. */
export const secretCanary = 'S3c77abRy6nEj2Gp4mK1';

/** Stands for the bearer tokens of callers, in the same way. */
export const bearerCanary = 'B9zPw4Qe7TnUo2Rk6Ys5';

/** Stands for the API keys of callers, in the same way. */
export const keyCanary = 'K5mHc8Dx1ViJg3Wb0Fq2';

/** All that no answer and no log may show a piece of. */
export const secretCanaries: readonly string[] = [tokenCanary, secretCanary, bearerCanary, keyCanary];

const pieceLength = 7;

/** The first piece of a secret that a text shows; `undefined` when it shows none. */
export function findPiece(text: string, secret: string): string | undefined {
  for (let start = 0; start + pieceLength <= secret.length; start++) {
    const piece = secret.slice(start, start + pieceLength);
    if (text.includes(piece)) return piece;
  }
  return undefined;
}

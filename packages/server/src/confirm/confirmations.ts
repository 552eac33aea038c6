import type { ConfirmationCode } from '@toolwire/core/internal';
import { createIdempotency } from '@toolwire/idempotency';
import { createSeal, type Seal, toBase64Url, utf8Key } from '@toolwire/internal';
import type { ConfirmSettings } from './confirm-options.ts';

/** The call that a token confirms. The token is invalid for other calls. */
export interface ConfirmedCall {
  readonly caller: string;
  /** The ID and version of the tool. */
  readonly tool: string;
  /** The canonical JSON of the input. */
  readonly input: string;
  readonly question: string;
}

/** The call that uses a token. */
export interface TokenUse {
  readonly owner: string | undefined;
  /** The same for each attempt of one call, and different for each other call. */
  readonly call: string;
}

/** The result of using a token; `unavailable` if the store can't report whether it was used before. */
type Redeemed = 'confirmed' | 'unavailable' | Exclude<ConfirmationCode, 'confirmation_required'>;

/** Issues tokens, and accepts each one for one call. */
export interface Confirmations {
  issue(call: ConfirmedCall): Promise<{ readonly token: string; readonly expiresAt: number }>;
  redeem(token: string, call: ConfirmedCall, use: TokenUse): Promise<Redeemed>;
}

/** Creates the tokens of a server. Used ones are stored by their random ID; the rest is in the token itself. */
export function createConfirmations(
  { keys, store, ttlMs }: ConfirmSettings,
  report: (error: unknown) => void,
  now: () => number = Date.now,
): Confirmations {
  let createdSeal = keys && createSeal(keys, 'confirm.keys');
  // Created on first use, because Workers allow no random values at startup.
  const tokenSeal = (): Seal => {
    createdSeal ??= createSeal([{ id: 'process', key: crypto.getRandomValues(new Uint8Array(32)) }]);
    return createdSeal;
  };
  const uses = createIdempotency<true>({ store, report });
  return {
    async issue(call) {
      const expiresAt = now() + ttlMs;
      const id = toBase64Url(crypto.getRandomValues(new Uint8Array(idBytes)));
      const { caller, tool, input, question } = await digestsOf(call);
      const token = await tokenSeal().seal(sealPurpose, [expiresAt, id, caller, tool, input, question].join('.'));
      return { token, expiresAt };
    },
    async redeem(token, call, { owner, call: fingerprint }) {
      // Text that this server did not encrypt can't be decrypted.
      const text = await tokenSeal().open(sealPurpose, token);
      if (text === undefined) return 'confirmation_invalid';
      const [expiresAt, id, caller, tool, input, question] = text.split('.');
      const digests = await digestsOf(call);
      if (caller !== digests.caller) return 'confirmation_other_caller';
      if (tool !== digests.tool) return 'confirmation_other_tool';
      if (input !== digests.input) return 'confirmation_other_input';
      if (question !== digests.question) return 'confirmation_other_question';
      if (now() >= Number(expiresAt)) return 'confirmation_expired';
      const used = await uses.run({ key: `confirmation ${id}`, owner, fingerprint, run: () => true });
      switch (used.state) {
        // The first use, or another attempt of the same call.
        case 'done':
        case 'not_stored':
          return 'confirmed';
        case 'conflict':
        case 'in_doubt':
        case 'left':
          return 'confirmation_used';
        case 'unavailable':
          return 'unavailable';
      }
    },
  };
}

const sealPurpose = 'confirmation';
/** Tokens are valid for minutes, so a short ID is unique. */
const idBytes = 9;
/** Collisions of an input would let its caller run another one. All other parts are not the caller's choice. */
const inputDigestBytes = 16;
const digestBytes = 6;

async function digestsOf({ caller, tool, input, question }: ConfirmedCall): Promise<ConfirmedCall> {
  return {
    caller: await digestOf(caller, digestBytes),
    tool: await digestOf(tool, digestBytes),
    input: await digestOf(input, inputDigestBytes),
    question: await digestOf(question, digestBytes),
  };
}

// Models copy the token, so each byte counts.
async function digestOf(text: string, bytes: number): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(utf8Key(text)));
  return toBase64Url(new Uint8Array(digest, 0, bytes));
}

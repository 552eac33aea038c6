// A shorter one would be found in half of all words, and its masks would tell what it is.
const shortestSecret = 4;
const mask = '[masked]';

/** Makes a function that hides secrets wherever a text repeats them: as they are, and as JSON or an address spells them. */
export function maskSecrets(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= shortestSecret);
  // The longest first: one that begins like another must not leave its end behind.
  const spellings = [...new Set(long.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  return (text) => spellings.reduce((masked, spelling) => masked.replaceAll(spelling, mask), text);
}

function spellingsOf(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  // Half a character, which no address can hold, would make encodeURIComponent throw.
  return /\p{Surrogate}/u.test(secret) ? [secret, inJson] : [secret, inJson, encodeURIComponent(secret)];
}

import { fieldOf } from '@toolwire/internal/json-schema';
import type { PathSegment } from '../json-schema/json.ts';

/** The warning about a pattern that is too slow for long texts. */
export function slowPatternWarning(pattern: string, path: readonly PathSegment[], longestText: number): string {
  return `${patternSubject(pattern, path)} can take very long: a string of more than ${longestText} characters is refused before the pattern runs. Rewrite the pattern, or set a maxLength of at most ${longestText}.`;
}

/** The warning about a pattern without a length limit. */
export function unboundedPatternWarning(pattern: string, path: readonly PathSegment[], longestText: number): string {
  return `${patternSubject(pattern, path)} has no maxLength: a string of more than ${longestText} characters is refused before the pattern runs. Set a maxLength.`;
}

/** The warning about a pattern that is not published, because other validators can't compile it. */
export function unpublishedPatternWarning(pattern: string, path: readonly PathSegment[]): string {
  return `${patternSubject(pattern, path)} does not compile with the u flag, which JSON Schema validators use, so it is not published. Change the pattern so that it compiles with this flag.`;
}

function patternSubject(pattern: string, path: readonly PathSegment[]): string {
  const field = fieldOf(path);
  return `The pattern ${pattern}${field === '' ? '' : ` of '${field}'`}`;
}

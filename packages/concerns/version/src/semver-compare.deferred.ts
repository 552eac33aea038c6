import compare from 'semver/functions/compare.js';

/** What orders two versions; in the build, whoever asks first loads it. */
export function semverCompare(): typeof compare {
  return compare;
}

import type compare from 'semver/functions/compare.js';

export function loadCompare(): typeof compare;

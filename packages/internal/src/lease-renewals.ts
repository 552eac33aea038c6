/** How often a lease is renewed. After a failed renewal, two more attempts remain before the lease expires. */
export const renewalsPerLease = 3;

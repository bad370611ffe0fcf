/** When a certificate is valid, in milliseconds since the epoch. */
export interface ValidityPeriod {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Says why a certificate is not valid at a moment, or nothing. Both ends of the period belong to it. Source: RFC 5280, section 4.1.2.5. */
export function invalidityOf({ notBefore, notAfter }: ValidityPeriod, now: number): string | undefined {
  if (now < notBefore) {
    return `not valid before ${isoSeconds(notBefore)}`;
  }
  return now > notAfter ? `expired on ${isoSeconds(notAfter)}` : undefined;
}

/** Certificates count seconds. */
function isoSeconds(moment: number): string {
  return new Date(moment).toISOString().replace(".000Z", "Z");
}

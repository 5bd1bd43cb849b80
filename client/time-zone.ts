/** The IANA name of the device's time zone. */
export const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

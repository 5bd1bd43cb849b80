/** Features that no page uses. */
const NEVER = ['microphone', 'geolocation', 'payment', 'usb', 'display-capture'];

/**
 * The Permissions-Policy header (https://www.w3.org/TR/permissions-policy/): the camera is for our own pages or for
 * none.
 */
export const permissionsPolicy = ({ camera }: { camera: boolean }) =>
  [`camera=(${camera ? 'self' : ''})`, ...NEVER.map((feature) => `${feature}=()`)].join(', ');

/** Features that no page uses. */
const NEVER = ['microphone', 'geolocation', 'payment', 'usb', 'display-capture'];

/** The Permissions-Policy header (https://www.w3.org/TR/permissions-policy/): our own pages may use the camera, or nobody. */
export const permissionsPolicy = ({ camera }: { camera: boolean }) =>
  [`camera=(${camera ? 'self' : ''})`, ...NEVER.map((feature) => `${feature}=()`)].join(', ');

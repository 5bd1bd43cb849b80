import { registerDecorator } from 'class-validator';

/** Schemes that a browser would execute, or open on the person's device. */
const REFUSED_SCHEMES = new Set(['javascript:', 'data:', 'file:', 'blob:', 'vbscript:']);

/** An absolute URL, of an app's own scheme too, that a person can safely be sent to. */
export function IsRedirectUrl(): PropertyDecorator {
  return checkUrl('isRedirectUrl', 'must be an absolute URL of a safe scheme', isRedirectUrl);
}

/** An absolute https URL. */
export function IsCallbackUrl(): PropertyDecorator {
  return checkUrl('isCallbackUrl', 'must be an https URL', (url) => url.protocol === 'https:');
}

function isRedirectUrl({ protocol }: URL): boolean {
  return !REFUSED_SCHEMES.has(protocol);
}

function checkUrl(name: string, rule: string, accepts: (url: URL) => boolean): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && URL.canParse(value) && accepts(new URL(value)),
        defaultMessage: () => `${String(property)} ${rule}`,
      },
    });
}

import { type Environment } from './environment.js';
import { type SmtpOAuth } from './settings.js';

/** How the service gets tokens for the mail server; undefined if it signs in with a password or not at all. */
export function smtpOAuth(env: Environment): SmtpOAuth | undefined {
  if (env.SMTP_OAUTH_TOKEN_URL === undefined) return undefined;
  return {
    tokenUrl: env.SMTP_OAUTH_TOKEN_URL,
    clientId: env.SMTP_OAUTH_CLIENT_ID!,
    clientSecret: env.SMTP_OAUTH_CLIENT_SECRET,
    refreshToken: env.SMTP_OAUTH_REFRESH_TOKEN,
    scope: env.SMTP_OAUTH_SCOPE,
  };
}

/** Missing or superfluous settings, one line each. */
export function smtpOAuthProblems(env: Environment): string[] {
  const given = Object.keys(env).filter((name) => name.startsWith('SMTP_OAUTH_'));
  if (given.length === 0) return [];
  const { SMTP_URL = '' } = env;
  const { username = '', password = '' } = URL.canParse(SMTP_URL) ? new URL(SMTP_URL) : {};
  const isOfUser = username !== '' && password === '';
  const canProve = env.SMTP_OAUTH_CLIENT_SECRET !== undefined || env.SMTP_OAUTH_REFRESH_TOKEN !== undefined;
  const missing = (['SMTP_OAUTH_TOKEN_URL', 'SMTP_OAUTH_CLIENT_ID'] as const).filter(
    (name) => env[name] === undefined,
  );
  return [
    ...missing.map((name) => `${name} must be set with ${given.join(', ')}`),
    ...(canProve
      ? []
      : ['SMTP_OAUTH_CLIENT_SECRET or SMTP_OAUTH_REFRESH_TOKEN must be set for SMTP with OAuth']),
    ...(isOfUser
      ? []
      : [
          'SMTP_URL must have a user name and no password with SMTP_OAUTH_…, such as smtp://sign%40example.com@smtp.office365.com:587',
        ]),
  ];
}

import { AccountLinks } from '../../src/organizations/account-links.js';
import { type UserRole } from '../../src/organizations/user.entity.js';
import { UsersService } from '../../src/organizations/users.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type SharedTestApp, type TestOrganization } from './app.js';
import { type Fields, type Seen, Visitor } from './visitor.js';

export const PASSWORD = 'three unrelated words';

/** A person at the dashboard. */
export class DashboardMember extends Visitor {
  /** The form token on the page seen last. */
  formToken = '';

  constructor(
    url: string,
    readonly email: string,
  ) {
    super(`${url}/dashboard`);
  }

  /** Opens a page and sends its form, with the token in it. */
  async send(page: string, fields: Fields | [string, string][] = {}, form = page): Promise<Seen> {
    const seen = await this.get(form);
    this.formToken = formTokenIn(seen) ?? this.formToken;
    const given = Array.isArray(fields) ? fields : Object.entries(fields);
    return this.post(page, [['formToken', this.formToken], ...hiddenIn(seen), ...given]);
  }

  /** Opens a page and sends its form with a file, as a browser does. */
  async upload(
    page: string,
    fields: Fields,
    { name, bytes }: { name: string; bytes: Buffer },
  ): Promise<Seen> {
    const body = new FormData();
    const seen = await this.get(page);
    body.set('formToken', formTokenIn(seen) ?? this.formToken);
    for (const [field, text] of [...hiddenIn(seen), ...Object.entries(fields)]) body.set(field, text);
    body.set('file', new Blob([new Uint8Array(bytes)]), name);
    return this.postParts(page, body);
  }

  signIn(password = PASSWORD, next = ''): Promise<Seen> {
    return this.send('sign-in', { email: this.email, password }, `sign-in?next=${encodeURIComponent(next)}`);
  }

  /** Enters the password. @param asked - the answer that asks for it */
  confirm(asked?: Seen, password = PASSWORD): Promise<Seen> {
    return this.send('confirm', { password }, asked?.location?.slice(1));
  }
}

export const formTokenIn = ({ html }: Seen) => /name="formToken" value="([0-9a-f]{64})"/.exec(html)?.[1];

/** The other hidden fields of the page's forms, which may share some. */
export function hiddenIn({ html }: Seen): [string, string][] {
  const found = html.matchAll(/<input type="hidden" name="(?!formToken)(\w+)" value="([^"]*)">/g);
  const fields = [...found].map(([, name, value]): [string, string] => [
    name!,
    value!.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&'),
  ]);
  return fields.filter(
    ([name, value], index) => fields.findIndex(([n, v]) => n === name && v === value) === index,
  );
}

/** The organization's owner, or another person with this role, signed in. */
export async function signedIn(
  test: SharedTestApp,
  { organizationId, ownerEmail }: TestOrganization,
  role: UserRole = 'owner',
  email = role === 'owner' ? ownerEmail : `${role}-${Math.random().toString(36).slice(2)}@acme.test`,
): Promise<DashboardMember> {
  const member = new DashboardMember(test.url, email);
  const link = await test.app.get(Transactions).run(async (tx) => {
    if (email !== ownerEmail) await test.app.get(UsersService).create(tx, { organizationId, email, role });
    return test.app.get(AccountLinks).create(tx, organizationId, email);
  });
  const welcome = link.split('/dashboard/')[1]!;
  const seen = await member.send(welcome, { password: PASSWORD });
  if (seen.status !== 303) throw new Error(`choosing a password answered ${seen.status}: ${seen.html}`);
  return member;
}

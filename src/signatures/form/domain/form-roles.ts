import { emailKey, isAcceptedEmail } from '../../../common/validation/email.decorator.js';
import { type FormDefinition } from '../../../forms/form-definition.js';
import { type FormFault } from '../../../forms/form-fault.js';

/** Addresses by role. */
export type RoleEmails = Readonly<Record<string, string>>;

/** Reads who acts for each role: every role of the form has an address, and no two the same. */
export function readRoleEmails(
  { roles }: FormDefinition,
  signers: unknown,
): { emails: RoleEmails; faults: FormFault[] } {
  if (typeof signers !== 'object' || signers === null || Array.isArray(signers)) {
    const message = 'signers must be an object with the address of each role';
    return { emails: {}, faults: [{ code: 'member_invalid', path: 'signers', message }] };
  }
  const faults: FormFault[] = [];
  const fail = (code: FormFault['code'], role: string, problem: string) => {
    const path = `signers.${role.slice(0, 64)}`;
    faults.push({ code, path, message: `${path} ${problem}` });
  };
  const known = new Set(roles.map(({ key }) => key));
  const given = new Map(Object.entries(signers as Record<string, unknown>).slice(0, known.size + 100));
  for (const role of given.keys()) if (!known.has(role)) fail('role_unknown', role, 'is no role of the form');
  const emails: Record<string, string> = {};
  const taken = new Set<string>();
  for (const { key } of roles) {
    const value = given.get(key);
    const email = typeof value === 'string' ? value.trim() : value;
    if (email === undefined) fail('member_missing', key, 'is missing: each role needs an address');
    else if (!isAcceptedEmail(email)) fail('member_invalid', key, 'must be an email address');
    else if (taken.has(emailKey(email))) fail('role_repeated', key, 'has the address of another role');
    else {
      taken.add(emailKey(email));
      emails[key] = email;
    }
  }
  return { emails, faults };
}

interface Acting {
  id: number;
  emailKey: string;
  order: number;
}

/**
 * Finds the signer of each role.
 * @returns ids by role, or what is wrong: a role without a signer, or one that would act too late
 */
export function signersOfRoles(
  { roles }: FormDefinition,
  emails: RoleEmails,
  signers: readonly Acting[],
): { ids: Record<string, number> } | { unknown: string } | { contradicted: string } {
  const acting = new Map<string, Acting>();
  for (const { key } of roles) {
    const email = emails[key];
    const signer = signers.find((each) => email !== undefined && each.emailKey === emailKey(email));
    if (!signer) return { unknown: `No signer has the address ${email} of the role '${key}'` };
    acting.set(key, signer);
  }
  const sorted = [...roles].sort((a, b) => a.order - b.order);
  for (const [at, later] of sorted.entries()) {
    const earlier = sorted.slice(0, at).filter(({ order }) => order < later.order);
    const wrong = earlier.find(({ key }) => acting.get(key)!.order >= acting.get(later.key)!.order);
    if (wrong)
      return {
        contradicted: `The role '${wrong.key}' acts before '${later.key}', but the order of its signer is ${acting.get(wrong.key)!.order}, and ${acting.get(later.key)!.order} that of the other: give the signer of '${wrong.key}' a lower order`,
      };
  }
  return { ids: Object.fromEntries([...acting].map(([role, { id }]) => [role, id])) };
}

import { type AttackedInstallation, newKey } from './attacked-installation.js';
import { inArchive, OpenedArchive, sealedBody, sealFirst, sealSecond } from './opened-archive.js';
import { BLOCKS, CONTENTS, type Loot, resealed, SEALS, STRANGE_CONTENTS } from './tampered-archives.js';
import { MANIFESTS } from './tampered-manifests.js';

/** What an attacker has, and the victim's backup as the service writes it, in this format and in the previous one. */
export interface Robbery {
  loot: Loot;
  whole: Buffer;
  wholeFirst: Buffer;
}

export async function rob(victim: AttackedInstallation): Promise<Robbery> {
  const { keys } = victim;
  const url = await victim.install('ours');
  const ours = await victim.backUp(url, 'ours');
  await victim.ask(url, "update accounts set password_hash = 'a newer one'");
  const later = await victim.backUp(url, 'ours');
  const theirKeys = [newKey('1')];
  const theirs = await victim.backUp(await victim.install('theirs'), 'theirs', theirKeys);
  const whole = ours.sealedBy((sha256) => sealSecond(sha256, keys));
  const wholeFirst = ours
    .describing((manifest) => ({ ...manifest, format: 1 }))
    .sealedBy((sha256) => sealFirst(sha256, keys));
  const first = OpenedArchive.read(victim.write(wholeFirst));
  return { loot: { ours, later, first, theirs, theirKeys }, whole, wholeFirst };
}

/** A backup with one of `BLOCKS` before its manifest. @param sealWith - makes the seal for a digest */
export function withBlock({ ours }: Loot, block: Buffer, sealWith: (sha256: string) => object): Buffer {
  const { body, entries } = ours;
  const at = body.length - inArchive(entries.at(-1)!).length;
  return sealedBody(Buffer.concat([body.subarray(0, at), block, body.subarray(at)]), sealWith);
}

/** All backups that must be refused, each with the best seal that can be made for it, even with the keys. */
export function tamperedBackups(victim: AttackedInstallation, loot: Loot): Record<string, () => Buffer> {
  const { keys, canary } = victim;
  const withKeys = (sha256: string) => sealSecond(sha256, keys);
  const each = <Attack>(attacks: Record<string, Attack>, make: (attack: Attack) => Buffer) =>
    Object.entries(attacks).map(([name, attack]): [string, () => Buffer] => [name, () => make(attack)]);
  return Object.fromEntries([
    ...each(SEALS, (attack) => attack(loot)),
    ...each(CONTENTS, (change) => resealed(change(loot))),
    ...each(STRANGE_CONTENTS, (change) => change(loot).sealedBy(withKeys)),
    ...each(BLOCKS, (block) => withBlock(loot, block(), withKeys)),
    ...each(MANIFESTS, (change) =>
      loot.ours.describing((manifest) => change(manifest, canary)).sealedBy(withKeys),
    ),
  ]);
}

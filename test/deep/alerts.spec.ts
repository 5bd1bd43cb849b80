import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

const ALERTS = join(PROJECT_ROOT, 'deploy/prometheus/alerts.yaml');
const DASHBOARD = join(PROJECT_ROOT, 'deploy/grafana/countersign.json');
/** The minutes for which the figures are usual, and then unusual. */
const USUAL = 65;
const UNUSUAL = 10;

interface Alert {
  labels: Record<string, string>;
  summary: string;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-alerts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs Prometheus's own tool on a file in JSON, which is valid YAML. @returns the faults that it found */
function findFaults(args: string[], content?: object): string {
  const file = join(folder, 'rules.yaml');
  if (content) writeFileSync(file, JSON.stringify(content));
  const { status, stdout, stderr } = spawnSync('promtool', content ? [...args, file] : args, {
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout + stderr;
}

/** Checks that an alert fires at the end, and not before, with figures by name and a value for each minute. */
function faultsOfAlert(name: string, figures: Record<string, string>, alerts: Alert[]): string {
  const given = alerts.map(({ labels, summary }) => ({ exp_labels: labels, exp_annotations: { summary } }));
  const test = {
    interval: '1m',
    input_series: Object.entries(figures).map(([series, values]) => ({ series, values })),
    alert_rule_test: [
      { eval_time: `${USUAL}m`, alertname: name, exp_alerts: [] },
      { eval_time: `${USUAL + UNUSUAL}m`, alertname: name, exp_alerts: given },
    ],
  };
  return findFaults(['test', 'rules'], { rule_files: [ALERTS], evaluation_interval: '1m', tests: [test] });
}

/** One value for a number of minutes; `_` is no value. */
const hold = (value: number | '_', minutes: number) =>
  value === '_' ? `_x${minutes}` : `${value}+0x${minutes - 1}`;
/** A figure that becomes unusual at the end. */
const from = (usual: number | '_', unusual: number, minutes = UNUSUAL) =>
  `${hold(usual, USUAL + 1 + UNUSUAL - minutes)} ${hold(unusual, minutes)}`;

const GIVEN_UP = 'countersign_jobs_given_up{kind="mail.send",instance="web-1"}';
const DATABASE = 'countersign_database_up{instance="web-1"}';
const REFUSED = 'countersign_refusals_total{reason="storage_full",instance="web-1"}';

describe('the rules for Prometheus', () => {
  it('promtool accepts the rules, and the queries of the dashboard', () => {
    expect(findFaults(['check', 'rules', '--lint=all', '--lint-fatal', ALERTS])).toBe('');
    const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const questions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(questions.length).toBeGreaterThan(10);
    const rules = questions.map((expr, at) => ({ record: `panel_${at}`, expr }));
    expect(findFaults(['check', 'rules'], { groups: [{ name: 'dashboard', rules }] })).toBe('');
  });

  it.each<[string, Record<string, string>, Alert]>([
    [
      'CountersignIsGone',
      { 'up{job="countersign",instance="web-1"}': from(1, 0) },
      { labels: { job: 'countersign', instance: 'web-1' }, summary: 'web-1 does not answer' },
    ],
    [
      'CountersignDatabaseIsGone',
      { [DATABASE]: from(1, 0) },
      { labels: { instance: 'web-1' }, summary: 'web-1 gets no answer from the database' },
    ],
    [
      'CountersignJobsAreLate',
      { 'countersign_jobs_oldest_due_seconds{kind="mail.send",instance="web-1"}': from(0, 301) },
      {
        labels: { kind: 'mail.send' },
        summary: 'Jobs of kind mail.send have waited for over five minutes',
      },
    ],
    ...(['_', 1] as const).map((before): [string, Record<string, string>, Alert] => [
      'CountersignJobsAreGivenUp',
      { [GIVEN_UP]: from(before, 2), [DATABASE]: from(1, 1) },
      { labels: { kind: 'mail.send' }, summary: 'Jobs of kind mail.send were given up: doctor names them' },
    ]),
    [
      'CountersignMailIsFailing',
      { 'countersign_mail_failing_seconds{instance="web-1"}': from(0, 3_601) },
      { labels: {}, summary: 'The mail server has accepted no email for over an hour: doctor says why' },
    ],
    [
      'CountersignMailQuotaIsUsedUp',
      { 'countersign_mail_quota_used_up_seconds{instance="web-1"}': from(0, 1) },
      {
        labels: {},
        summary: 'The mail server accepts no email because its quota is used up: doctor says since when',
      },
    ],
    [
      'CountersignFilesAreNotDeleted',
      { 'countersign_files_to_delete_oldest_seconds{instance="web-1"}': from(0, 3_601) },
      {
        labels: {},
        summary: 'Files that were erased over an hour ago are still in the storage: doctor says how many',
      },
    ],
    [
      'CountersignDiskIsFull',
      { [REFUSED]: from(0, 1, 2) },
      { labels: {}, summary: 'Uploads are refused because the disk is full' },
    ],
    [
      'CountersignSlotsAreReclaimed',
      { 'countersign_slots_reclaimed_total{instance="web-1"}': from(0, 1, 2) },
      { labels: {}, summary: 'Work does not end, and its slots had to be taken back: the log says which' },
    ],
    [
      'CountersignPasswordsAreGuessed',
      { 'countersign_refusals_total{reason="failed_attempts",instance="web-1"}': from(0, 150, 2) },
      {
        labels: {},
        summary:
          'Over a hundred sign-ins were refused within ten minutes: somebody guesses passwords or codes',
      },
    ],
    [
      'CountersignTransactionIsOld',
      { 'countersign_oldest_transaction_seconds{instance="web-1"}': from(0, 601) },
      {
        labels: {},
        summary: 'A transaction has been open for ten minutes: dead rows stay, and the feed of events waits',
      },
    ],
  ])('alerts with %s when the problem exists, and not before', (name, figures, alert) => {
    expect(faultsOfAlert(name, figures, [alert])).toBe('');
  });

  it('raises no alert for old failures when the database is back, or Prometheus is new', () => {
    const old = { [GIVEN_UP]: from('_', 1) };
    expect(faultsOfAlert('CountersignJobsAreGivenUp', { ...old, [DATABASE]: from(0, 1) }, [])).toBe('');
    expect(faultsOfAlert('CountersignJobsAreGivenUp', { ...old, [DATABASE]: from('_', 1) }, [])).toBe('');
  });
});

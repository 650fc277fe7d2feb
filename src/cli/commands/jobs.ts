import { Command } from 'commander';
import { loadSettings } from '../../config';
import { EvaluationService } from '../../services/evaluation';
import { type Job, JobService } from '../../services/jobs';
import { duration } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { evaluationReport } from '../evaluationReport';
import { wholeNumber } from '../options';
import { withStore } from '../store';
import { table } from '../table';

interface JsonOption {
  json?: true;
}

export function jobsCommand(): Command {
  const jobs = new Command('jobs').description('list jobs, show one, cancel one');
  jobs
    .command('list', { isDefault: true })
    .description('the newest jobs')
    .option('--first <n>', 'how many', wholeNumber(1, 1_000), 20)
    .option('--json', 'machine-readable')
    .action(({ first, json }: JsonOption & { first: number }) =>
      withJobs(json, async (service, console) => {
        const found = await service.list({}, first);
        if (json) printJson(found);
        else console.print(found.length === 0 ? 'There are no jobs yet.' : listing(found, console.columns));
      }),
    );
  jobs
    .command('show <id>')
    .description('one job with its figures and the end of its log')
    .option('--json', 'machine-readable')
    .action((id: string, { json }: JsonOption) =>
      withJobs(json, async (service, console, evaluations) => {
        const job = await service.get(id);
        const evaluation = (await evaluations.ofJobs([id])).get(id);
        if (json) return printJson(evaluation ? { ...job, evaluation } : job);
        console.print(detail(job));
        if (evaluation) console.print(evaluationReport(evaluation, console.columns));
      }),
    );
  jobs
    .command('cancel <id>')
    .description('end a job; what it has made so far is thrown away')
    .action((id: string) =>
      withJobs(undefined, async (service, console) => {
        const job = await service.cancel(id, 'command line');
        console.print(afterCancel(job));
      }),
    );
  return jobs;
}

function afterCancel({ id, state }: Job): string {
  if (state === 'running') return `Job ${id} is told to stop.`;
  if (state !== 'queued') return `Job ${id} is ${state}.`;
  return `Job ${id} is told to stop: the next worker throws away what it has made (\`kindred serve\` has one).`;
}

function withJobs(
  json: true | undefined,
  work: (service: JobService, console: Console, evaluations: EvaluationService) => Promise<void>,
): Promise<void> {
  const console = Console.for({ json });
  const settings = loadSettings();
  const request = { settings, owner: 'jobs', onProgress: console.progress.show };
  return withStore(request, (db) => {
    console.progress.done();
    return work(new JobService(db), console, new EvaluationService(db, settings.KINDRED_DATA));
  });
}

function listing(jobs: Job[], columns: number): string {
  return table(
    jobs,
    [
      { title: 'id', value: ({ id }) => id },
      { title: 'state', value: ({ state }) => state },
      {
        title: 'what',
        // a training has the name before its model is there
        value: ({ kind, modelId, parameters: { name } }) =>
          [kind, typeof name === 'string' ? name : modelId].filter(Boolean).join(' '),
      },
      { title: 'took', value: took, align: 'right' },
      { title: 'stage', value: (job) => job.error ?? job.progress?.stage ?? '' },
    ],
    columns,
  );
}

function detail(job: Job): string {
  const { id, kind, state, attempt, createdAt, createdBy, modelId, error, metrics, logTail } = job;
  const figures = Object.entries(metrics).map(([name, value]) => `  ${name} ${Number(value.toPrecision(5))}`);
  const lines = [
    `${kind} job ${id}: ${state}`,
    `  submitted ${createdAt} by ${createdBy}, attempt ${attempt}, took ${took(job)}`,
    ...(modelId ? [`  model ${modelId}`] : []),
    ...(error ? [`  ${error}`] : []),
    ...figures,
    ...(logTail.length > 0 ? ['log:'] : []),
    ...logTail.map((line) => `  ${line}`),
  ];
  return lines.join('\n');
}

function took({ startedAt, finishedAt }: Job): string {
  if (!startedAt) return '-';
  const end = finishedAt ? Date.parse(finishedAt) : Date.now();
  return duration((end - Date.parse(startedAt)) / 1000);
}

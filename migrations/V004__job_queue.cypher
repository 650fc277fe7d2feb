// Workers take turns at one node of the queue when they claim a job.
CREATE CONSTRAINT job_queue_id IF NOT EXISTS FOR (q:JobQueue) REQUIRE q.id IS UNIQUE;
CREATE CONSTRAINT worker_id IF NOT EXISTS FOR (w:Worker) REQUIRE w.id IS UNIQUE;

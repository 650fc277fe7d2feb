// The latest evaluation of a model, and the training that has not ended, are found by the model's id.
CREATE INDEX job_model IF NOT EXISTS FOR (j:Job) ON (j.modelId);

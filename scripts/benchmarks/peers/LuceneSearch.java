import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.sandbox.search.CombinedFieldQuery;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * Searches the documents that Kindred searches by Lucene's CombinedFieldQuery. Texts come as terms that are analysed
 * already, parted by spaces, so that both sides look for the same words.
 *
 * Arguments: a file of documents (id, tab, terms of each field, parted by tabs), one of queries (terms), a folder for the
 * index, the fields' weights parted by commas, k1, b, rounds. Standard output: a line of JSON about the index, then one
 * for each query: milliseconds of the last rounds' median, ids and scores of the best ten.
 *
 * Lucene takes a term's document frequency for the largest of any field. Kindred's is of whole documents, as in Robertson
 * and Zaragoza 2009; a field with all terms, which is not scored, tells Lucene's side the same.
 */
public final class LuceneSearch {
  private static final String ID = "id";
  private static final String ALL = "all";

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[2]);
    float[] weights = new float[args[3].split(",").length];
    for (int f = 0; f < weights.length; f++) weights[f] = Float.parseFloat(args[3].split(",")[f]);
    float k1 = Float.parseFloat(args[4]);
    float b = Float.parseFloat(args[5]);
    int rounds = Integer.parseInt(args[6]);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (Directory directory = new MMapDirectory(folder)) {
      index(Path.of(args[0]), directory, weights.length, k1, b, out);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setSimilarity(new BM25Similarity(k1, b));
        searcher.setQueryCache(null);
        ask(Files.readAllLines(Path.of(args[1])), searcher, weights, rounds, out);
      }
    }
  }

  private static void index(Path documents, Directory directory, int fields, float k1, float b, PrintStream out)
      throws IOException {
    List<String> lines = Files.readAllLines(documents);
    FieldType unscored = new FieldType();
    unscored.setIndexOptions(IndexOptions.DOCS);
    unscored.setOmitNorms(true);
    unscored.setTokenized(true);
    unscored.freeze();
    long start = System.nanoTime();
    IndexWriterConfig config =
        new IndexWriterConfig(new Whitespace())
            .setSimilarity(new BM25Similarity(k1, b))
            .setRAMBufferSizeMB(1024)
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (String line : lines) {
        String[] columns = line.split("\t", -1);
        Document document = new Document();
        document.add(new StoredField(ID, columns[0]));
        for (int f = 0; f < fields; f++) document.add(new TextField("f" + f, columns[f + 1], Field.Store.NO));
        String all = String.join(" ", List.of(columns).subList(1, fields + 1));
        document.add(new Field(ALL, all, unscored));
        writer.addDocument(document);
      }
      writer.commit();
    }
    double millis = (System.nanoTime() - start) / 1e6;
    long bytes = 0;
    for (String file : directory.listAll()) bytes += directory.fileLength(file);
    out.printf("{\"documents\": %d, \"indexMs\": %.1f, \"bytes\": %d}%n", lines.size(), millis, bytes);
  }

  private static void ask(List<String> queries, IndexSearcher searcher, float[] weights, int rounds, PrintStream out)
      throws IOException {
    double[][] times = new double[queries.size()][rounds];
    String[] answers = new String[queries.size()];
    for (int round = 0; round < rounds; round++) {
      for (int q = 0; q < queries.size(); q++) {
        long start = System.nanoTime();
        Query query = query(queries.get(q), searcher.getIndexReader(), weights);
        ScoreDoc[] hits = searcher.search(query, 10).scoreDocs;
        StringBuilder answer = new StringBuilder();
        for (ScoreDoc hit : hits) {
          String id = searcher.storedFields().document(hit.doc).get(ID);
          answer.append(answer.length() == 0 ? "" : ", ");
          answer.append("[\"").append(id).append("\", ").append(hit.score).append("]");
        }
        times[q][round] = (System.nanoTime() - start) / 1e6;
        answers[q] = answer.toString();
      }
    }
    for (int q = 0; q < queries.size(); q++) {
      double[] last = Arrays.copyOfRange(times[q], rounds / 2, rounds);
      Arrays.sort(last);
      out.printf("{\"ms\": %.5f, \"hits\": [%s]}%n", last[last.length / 2], answers[q]);
    }
  }

  /** Each term weighs as often as the query has it. */
  private static Query query(String text, IndexReader reader, float[] weights) throws IOException {
    Map<String, Integer> terms = new LinkedHashMap<>();
    Stream.of(text.split(" ")).filter(term -> !term.isEmpty()).forEach(term -> terms.merge(term, 1, Integer::sum));
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (Map.Entry<String, Integer> term : terms.entrySet()) {
      CombinedFieldQuery.Builder combined = new CombinedFieldQuery.Builder();
      int most = 0;
      for (int f = 0; f < weights.length; f++) {
        combined.addField("f" + f, weights[f]);
        most = Math.max(most, reader.docFreq(new Term("f" + f, term.getKey())));
      }
      if (most == 0) continue;
      combined.addTerm(new BytesRef(term.getKey()));
      double own = idf(reader.docFreq(new Term(ALL, term.getKey())), reader.numDocs());
      double boost = term.getValue() * own / idf(most, reader.numDocs());
      query.add(new BoostQuery(combined.build(), (float) boost), BooleanClause.Occur.SHOULD);
    }
    return query.build();
  }

  private static double idf(long having, long documents) {
    return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
  }

  private static final class Whitespace extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      return new TokenStreamComponents(new WhitespaceTokenizer());
    }
  }
}

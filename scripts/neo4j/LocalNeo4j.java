// SPDX-License-Identifier: GPL-3.0-or-later
//
// LocalNeo4j: a Neo4j Community server in one process, for development and small installations.
//
// This file links the Neo4j Community libraries and is therefore, unlike the rest of the project, free software
// under the GNU General Public License, version 3 or (at your option) any later version; see the LICENSE beside it.
// It comes without any warranty. The project talks to it only as a process of its own: standard input, files, Bolt.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.neo4j.configuration.connectors.ConnectorPortRegister;
import org.neo4j.configuration.connectors.ConnectorType;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Usage: java LocalNeo4j FOLDER SETTING=VALUE...
 *
 * <p>FOLDER gets the store, `lock`, `neo4j.conf` and `server.json`. Standard input brings two lines, the
 * password and the text of the lock (who asked for this server), and then stays open for as long as the server is
 * wanted: its end, which also the parent's kill -9 causes, stops the server.
 *
 * <p>Exit status: 0 stopped, 1 failed (the reason is on standard error), 75 the folder is held by another server.
 */
public final class LocalNeo4j {
    private static final int HELD_BY_ANOTHER = 75; // not 3, which Java itself ends with when memory runs out
    private static final String SAME_PASSWORD = "Old password and new password cannot be the same";

    private static volatile DatabaseManagementService server;
    private static FileChannel lock; // never closed: the operating system frees the lock when this process ends

    public static void main(String[] arguments) {
        try {
            var settings = List.of(arguments).subList(1, arguments.length);
            run(Path.of(arguments[0]).toAbsolutePath().normalize(), settings);
        } catch (Throwable failure) {
            failure.printStackTrace();
            System.exit(1); // Neo4j's own threads would keep a half-started server alive
        }
    }

    private static void run(Path folder, List<String> settings) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String password = input.readLine();
        String holder = input.readLine();
        takeLock(folder.resolve("lock"), holder);
        Path ready = folder.resolve("server.json");
        Files.deleteIfExists(ready);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(ready)));
        stopAtEndOf(input);

        Path conf = Files.write(folder.resolve("neo4j.conf"), settings); // the builder takes no raw settings
        server = new DatabaseManagementServiceBuilder(folder)
                .loadPropertiesFromFile(conf)
                .build();
        GraphDatabaseService system = server.database("system");
        setPassword(system, password);
        announce(ready, boltPort(system));
    }

    /** The operating system's lock, so that no stale one can be left behind; its text is only for people to read. */
    private static void takeLock(Path file, String holder) throws IOException {
        lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) System.exit(HELD_BY_ANOTHER);
        lock.truncate(0);
        lock.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
    }

    private static void stopAtEndOf(BufferedReader input) {
        var watcher = new Thread(() -> {
            try {
                while (input.readLine() != null) { /* nothing more is expected */ }
            } catch (IOException closed) {
                // the same as its end
            }
            System.exit(0);
        });
        watcher.setDaemon(true);
        watcher.start();
    }

    private static void stop(Path ready) {
        try {
            Files.deleteIfExists(ready);
        } catch (IOException left) {
            System.err.println("could not delete " + ready + ": " + left.getMessage());
        }
        if (server != null) server.shutdown();
    }

    private static void setPassword(GraphDatabaseService system, String password) {
        try {
            system.executeTransactionally(
                    "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED", Map.of("password", password));
        } catch (RuntimeException failure) {
            if (!String.valueOf(failure.getMessage()).contains(SAME_PASSWORD)) throw failure; // it is set already
        }
    }

    private static int boltPort(GraphDatabaseService system) {
        var ports = ((GraphDatabaseAPI) system).getDependencyResolver().resolveDependency(ConnectorPortRegister.class);
        return ports.getLocalAddress(ConnectorType.BOLT).getPort();
    }

    /** Written last and moved into place, so that whoever sees the file can connect. */
    private static void announce(Path ready, int port) throws IOException {
        Path draft = ready.resolveSibling("server.json.new");
        Files.writeString(draft, "{\"port\":" + port + ",\"pid\":" + ProcessHandle.current().pid() + "}\n");
        Files.move(draft, ready, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
